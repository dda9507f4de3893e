-- The fifth step of experience came after the table: a report of a principal’s pay was refused as an internal error.
-- A database over several servers may be older than the baseline, and then has the older name of the check.
alter table pay_submissions
  drop constraint if exists pay_submissions_experience_known,
  drop constraint if exists pay_submissions_experience,
  add constraint pay_submissions_experience_known
    check (experience in ('entry', 'mid', 'senior', 'staff', 'principal'));
