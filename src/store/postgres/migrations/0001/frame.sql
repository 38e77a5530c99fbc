-- The instance. A single row.
CREATE TABLE mailgauge (
  id smallint PRIMARY KEY CHECK (id = 1),
  -- Number of the last migration that was run.
  schema integer NOT NULL,
  -- The oldest program that serves the database as it is.
  oldest_program text COLLATE "C" NOT NULL,
  -- The program that changed the form of the database last, and when.
  migrated_by text COLLATE "C" NOT NULL,
  migrated_at bigint NOT NULL
);

-- Milliseconds since 1970, when the statement came.
CREATE FUNCTION mailgauge_now() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint $$;

-- Work that one process at a time does.
CREATE TABLE leases (
  name text COLLATE "C" PRIMARY KEY,
  -- <host>/<start>
  holder text COLLATE "C" NOT NULL,
  ends_at bigint NOT NULL
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);

-- Who runs over this database.
CREATE TABLE hosts (
  name text COLLATE "C" PRIMARY KEY,
  -- Which start of the program there.
  start text COLLATE "C" NOT NULL,
  program text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);

-- Budgets of whoever is counted over all hosts. Times are microseconds.
CREATE TABLE limits (
  -- <limit> <network or account>
  key text COLLATE "C" PRIMARY KEY,
  -- As core's Budget: 0 in rate_interval: not known.
  arrival bigint NOT NULL,
  rate_interval bigint NOT NULL,
  told bigint,
  penalised smallint NOT NULL CHECK (penalised IN (0, 1))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);

CREATE INDEX limits_arrival ON limits (arrival);
