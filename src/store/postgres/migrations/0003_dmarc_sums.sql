-- expand
-- Sums of the records of a day, of days that dmarc_counted names. Whichever program writes records of such a day, the trigger takes the
-- sums and the name away: they are either those of the records or not there.
CREATE TABLE dmarc_sums (
  domain integer NOT NULL,
  day integer NOT NULL,
  -- 0 where the row says in how many reports the From domain is
  ip bigint NOT NULL,
  -- dmarc_texts; 0 where the row says in how many reports the address is
  header_from bigint NOT NULL,
  -- as dmarc_records has them
  bits integer NOT NULL,
  authenticated smallint NOT NULL,
  messages bigint NOT NULL,
  reports bigint NOT NULL,
  PRIMARY KEY (domain, day, ip, header_from, bits, authenticated)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE TABLE dmarc_counted (
  domain integer NOT NULL,
  day integer NOT NULL,
  PRIMARY KEY (domain, day)
);

CREATE FUNCTION dmarc_sums_go() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  WITH gone AS (
    DELETE FROM dmarc_counted AS c USING (SELECT DISTINCT w.domain, w.day FROM written AS w) AS d
      WHERE c.domain = d.domain AND c.day = d.day RETURNING c.domain, c.day
  )
  DELETE FROM dmarc_sums AS s USING gone AS g WHERE s.domain = g.domain AND s.day = g.day;
  RETURN NULL;
END $$;

CREATE TRIGGER dmarc_sums_inserted AFTER INSERT ON dmarc_records REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION dmarc_sums_go();
CREATE TRIGGER dmarc_sums_deleted AFTER DELETE ON dmarc_records REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION dmarc_sums_go();
-- What a row was, and what it is.
CREATE TRIGGER dmarc_sums_updated_from AFTER UPDATE ON dmarc_records REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION dmarc_sums_go();
CREATE TRIGGER dmarc_sums_updated_to AFTER UPDATE ON dmarc_records REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION dmarc_sums_go();
