// Runs before the page is drawn, so that the style sheet folds what the script unfolds.
document.documentElement.classList.add('script');
