// SPDX-License-Identifier: MIT
// Runs before the page is drawn, so that the style sheet shows what the script will fill.
document.documentElement.classList.add('script');
