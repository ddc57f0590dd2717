/** The background in the drawing of a design: groups that can be removed. */
export const BACKGROUND_GROUP = '<g class="background">';

/** What a removed background leaves behind, so that later versions of the design know. */
export const REMOVED_BACKGROUND = '<g class="background"/>';
