"""A plugin for Mailman 3 that makes the URLs of posts absolute, before they go to members, digests and archives."""

from mailman.interfaces.plugin import IPlugin
from zope.interface import implementer


@implementer(IPlugin)
class Plugin:
    """Mailman finds the handler and the pipeline in the package; there is nothing to do at its start."""

    resource = None

    def pre_hook(self):
        pass

    def post_hook(self):
        pass
