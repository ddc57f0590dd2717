-- Counts of a visit: page views, conversions, failures, downloads. Set with the end of the visit only.
alter table analytics.events add column stats jsonb;
