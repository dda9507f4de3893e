-- The monthly quota of the salary API counts per account, not per key: sixty keys of one account had sixty quotas. What
-- the keys of an account have spent this month is added up.
insert into month_quotas as q (subject, limit_name, month, used, granted)
select k.user_id, spent.limit_name, spent.month, sum(spent.used), 0
from month_quotas spent join intelligence_keys k on k.id = spent.subject
where spent.limit_name like 'intelligence-%'
group by k.user_id, spent.limit_name, spent.month
on conflict (subject, limit_name, month) do update set used = q.used + excluded.used;

delete from month_quotas q using intelligence_keys k where q.subject = k.id and q.limit_name like 'intelligence-%';
