"""Why a memory is in a recall, or is not; and how a recall differs between two moments.

A recall runs here as it always does, through the same stages, and an observer is handed what each took and gave. What
is told is read off that. A second implementation of any stage, which would explain something that did not happen, was
refused.
"""
