-- A skill that thousands of agents carry.

-- By the whole key: where nothing is known of the rows, PostgreSQL takes the index of a skill for that of one agent and
-- skill, and then looks at every agent that carries it.
create index attachment_carriers on skillscope.attachments (tenant, skill, agent);
drop index skillscope.attachments_tenant_skill_idx;
