-- what a refused request was told, and whether one took a slot, since the last admission: beside the arrival time, of whose
-- rate the interval is (in microseconds; null: not known)
ALTER TABLE accounts ADD COLUMN arrival_interval INTEGER;
ALTER TABLE accounts ADD COLUMN told_at INTEGER;
ALTER TABLE accounts ADD COLUMN penalised INTEGER NOT NULL DEFAULT 0;
