-- Keyed hash of the network that a message came from, forgotten with its sender: one sender has many addresses of one network.
alter table contact.messages add column network text;
--> statement-breakpoint
create index messages_of_network on contact.messages (network, at) where network is not null;
