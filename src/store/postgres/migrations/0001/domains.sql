-- Tables of: domains, the health of their DNS, what people say of their sources.

CREATE TABLE domains (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  -- A-labels, lower case
  domain text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL UNIQUE,
  created_at bigint NOT NULL,
  verified_at bigint,
  -- the last look for the record
  look_at bigint,
  look_state text COLLATE "C",
  -- JSON
  look_seen text COLLATE "C",
  -- since when a verified domain's record is gone, on how many UTC days that was seen, and the last of them
  absent_since bigint,
  absent_days integer,
  absent_last_day text COLLATE "C",
  -- until when an unverified one is looked at without being asked for
  watched_until bigint NOT NULL,
  -- NULL: on request alone
  due_at bigint,
  UNIQUE (account_id, domain)
) WITH (fillfactor = 85);

CREATE INDEX domains_by_name ON domains (domain, created_at);
CREATE INDEX domains_due ON domains (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX domains_verified ON domains (account_id) WHERE verified_at IS NOT NULL;

CREATE TABLE domain_health (
  domain_id text COLLATE "C" PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
  -- NULL: on request alone; 0: somebody asked for it
  due_at bigint,
  -- a look after the one that is kept did not come to its end
  failed_at bigint,
  -- NULL: none came to its end
  looked_at bigint,
  -- checks that failed, that could not be determined, that have advice
  problems integer NOT NULL,
  unknown integer NOT NULL,
  advice integer NOT NULL,
  -- JSON: what changed from look to look, the newest first
  changes text COLLATE "C" NOT NULL,
  packing text COLLATE "C" NOT NULL,
  -- JSON: the checks, and what is drawn
  look bytea NOT NULL
);
ALTER TABLE domain_health ALTER COLUMN look SET STORAGE EXTERNAL;

CREATE INDEX domain_health_due ON domain_health (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE domain_selectors (
  domain_id text COLLATE "C" NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  selector text COLLATE "C" NOT NULL,
  last_seen bigint NOT NULL,
  PRIMARY KEY (domain_id, selector)
);

CREATE TABLE source_marks (
  domain_id text COLLATE "C" NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  -- as the answers name the source: sender:<id>, domain:<name>, as:<number>, ip:<address>
  source text COLLATE "C" NOT NULL,
  -- NULL: they gave none
  name text COLLATE "C",
  -- NULL: they did not say whether it is theirs
  mark text COLLATE "C",
  marked_at bigint NOT NULL,
  -- as the audit log names them
  marked_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (domain_id, source)
);

-- By this the complaints address of a domain is known.
CREATE TABLE complaint_addresses (
  domain_id text COLLATE "C" PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
  local_part text COLLATE "C" NOT NULL UNIQUE
);
