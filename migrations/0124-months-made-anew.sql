-- What months that are over keep besides since 0121 and 0123 is made at the next start instead of within the hour: until
-- then reports of years go through all operations.
delete from job_runs where job in ('month-facts', 'fish-costs');
