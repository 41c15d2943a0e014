"""The pipeline: that of Mailman, with the handler before the first step that sends the post anywhere."""

from mailman.pipelines.builtin import PostingPipeline

# Mailman looks for components here.
__all__ = ["AbsoluteUrlsPipeline"]


class AbsoluteUrlsPipeline(PostingPipeline):
    name = "mimebase-posting-pipeline"
    description = "The built-in posting pipeline, with absolute URLs."

    _default_handlers = tuple(
        name for step in PostingPipeline._default_handlers
        for name in (("mimebase", step) if step == "to-archive" else (step,)))
