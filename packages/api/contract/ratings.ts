import { z } from 'zod';

/** POST /api/ratings */
export const ratingRequest = z.object({
  /** Id of an article. */
  article: z
    .string()
    .regex(/^[a-z\d]+(-[a-z\d]+)*$/)
    .max(80),
  stars: z.number().int().min(1).max(5),
  /** A random id that the browser creates at its reader's first rating; it carries no other information. */
  reader: z.uuid(),
});
export type RatingRequest = z.infer<typeof ratingRequest>;

/** The average rating of an article. */
export const rating = z.object({ stars: z.number(), votes: z.number() });
export type Rating = z.infer<typeof rating>;
