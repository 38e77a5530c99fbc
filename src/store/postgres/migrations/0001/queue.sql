-- Tables of: the queue.

-- The line of those who wait: whoever has a message that is due stands in it once. A place is left, and the next one taken at the end,
-- with each message that is taken. Whoever has none is taken out by the next claim.
CREATE TABLE queue_makers (
  -- as in messages
  maker text COLLATE "C" PRIMARY KEY,
  place bigint NOT NULL,
  -- of the first of its messages, as far as is known: claims look again
  sender text COLLATE "C" NOT NULL DEFAULT '',
  -- of messages: goes before those that came earlier
  first_seq bigint
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);

CREATE SEQUENCE queue_places;
CREATE INDEX queue_makers_by_place ON queue_makers (place);
CREATE INDEX queue_makers_by_sender ON queue_makers (sender, place);
