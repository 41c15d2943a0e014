# Our comments, which are plain, as Doxygen wants them: at the head of a file, before a declaration, behind one.
1 s|^// |/// \\file\n/// |
s|^( *)//( .*)?$|\1///\2|
s|([;,)}]) +// |\1  ///< |
s|^( *k\w+) +// |\1  ///< |
# What is no markup of Doxygen's: "<base>".
:again
s|(///.*[^\\<])<([a-zA-Z/])|\1\\<\2|
t again
