-- The fifth step of experience came after the table: a report of a principal’s pay was refused as an internal error.
alter table pay_submissions drop constraint pay_submissions_experience_known;
alter table pay_submissions add constraint pay_submissions_experience_known
  check (experience in ('entry', 'mid', 'senior', 'staff', 'principal'));
