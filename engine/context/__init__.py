"""What helps with a need, made into a text for a prompt: gathered, fitted into a budget of tokens, and fenced.

gathering   four recalls: what is pinned, what helps, the newest steps, the older past
older       the older past in short: summaries, goals, decisions, failures
standing    what was replaced, and by what
shares      how a budget is divided, and where a share goes that nobody uses
packer      lines into rooms, never a token too many
lines       one memory as a line;  templates: the caller's own line and frame
fence       nothing stored can pose as anything but data
insights/   a selection, read together: what is known, decided, failed, open
"""
