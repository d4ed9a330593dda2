-- 1 when a store of the whole machine, or a lockfile that names a registry, says whose artifact it is: only then does
-- it answer for its name outside the project it was found in. All stores are looked through again to say so.
alter table artifact add column vouched integer not null default 0;
delete from walk;
