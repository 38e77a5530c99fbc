-- webhooks and alert channels
CREATE TABLE destinations (
  id TEXT PRIMARY KEY NOT NULL,
  -- NULL: it is the instance's own
  account_id TEXT REFERENCES accounts (id),
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  -- what may be shown of where it leads
  shown TEXT NOT NULL,
  -- JSON
  filter TEXT NOT NULL,
  -- of sealed_secrets, as the next two
  target_secret TEXT NOT NULL,
  signing_secret TEXT,
  -- signs as well until then
  earlier_secret TEXT,
  earlier_until INTEGER,
  created_at INTEGER NOT NULL,
  disabled_at INTEGER,
  disabled_reason TEXT,
  -- since when nothing was taken; NULL: the last delivery was, or none was tried
  failing_since INTEGER,
  -- 0: the last delivery was taken. 1: none was tried. 2: the last one was not taken
  trust INTEGER NOT NULL DEFAULT 1,
  -- it asked to be left alone until then
  held_until INTEGER,
  -- when the first of its deliveries that nobody has may be sent; NULL: there is none, or it is disabled
  due_at INTEGER,
  -- from then on nobody finds it: its deliveries are deleted piece by piece, and the row last of all
  deleted_at INTEGER
) STRICT;
CREATE INDEX destinations_by_account ON destinations (account_id, name);
CREATE UNIQUE INDEX destinations_named ON destinations (account_id, name) WHERE account_id IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX destinations_of_instance ON destinations (name) WHERE account_id IS NULL AND deleted_at IS NULL;
CREATE INDEX destinations_due ON destinations (trust, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX destinations_failing ON destinations (failing_since) WHERE failing_since IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX destinations_rotated ON destinations (earlier_until) WHERE earlier_until IS NOT NULL;
CREATE INDEX destinations_deleted ON destinations (deleted_at) WHERE deleted_at IS NOT NULL;

-- one event for one destination
CREATE TABLE deliveries (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  destination_id TEXT NOT NULL REFERENCES destinations (id),
  -- the webhook-id
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- how the latest attempt ended
  says TEXT,
  -- when it is tried next; NULL: it is over
  due_at INTEGER,
  -- when it last became due anew, and the attempts since
  begun_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  claimed_by TEXT,
  claim_number INTEGER NOT NULL DEFAULT 0,
  claimed_until INTEGER
) STRICT;
CREATE INDEX deliveries_by_destination ON deliveries (destination_id, created_at);
CREATE INDEX deliveries_by_state ON deliveries (destination_id, state, created_at);
CREATE INDEX deliveries_waiting ON deliveries (destination_id, due_at) WHERE due_at IS NOT NULL AND claimed_by IS NULL;
CREATE INDEX deliveries_claimed ON deliveries (claimed_until) WHERE claimed_by IS NOT NULL;
CREATE INDEX deliveries_over ON deliveries (created_at) WHERE due_at IS NULL;

-- apart, so that it is not written anew with each attempt
CREATE TABLE delivery_bodies (
  delivery_no INTEGER PRIMARY KEY REFERENCES deliveries (no) ON DELETE CASCADE,
  -- JSON
  body TEXT NOT NULL
) STRICT;

CREATE TABLE delivery_attempts (
  delivery_no INTEGER NOT NULL REFERENCES deliveries (no) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  took_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  says TEXT NOT NULL,
  -- JSON
  request TEXT NOT NULL,
  response TEXT,
  PRIMARY KEY (delivery_no, number)
) STRICT, WITHOUT ROWID;
