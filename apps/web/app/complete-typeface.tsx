import './complete-typeface.css';

/** Loads the complete typeface for text that a visitor types. Shows nothing. */
export function CompleteTypeface(): undefined {
  return undefined;
}
