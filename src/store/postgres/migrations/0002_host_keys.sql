-- expand
-- The keys that each host has, by their ids; null: it does not say.
ALTER TABLE hosts ADD COLUMN key_ids text[] COLLATE "C";
