import { z } from 'zod';

/** POST /api/ratings */
export const ratingRequest = z.object({
  /** Id of an article. */
  article: z
    .string()
    .regex(/^[a-z\d]+(-[a-z\d]+)*$/)
    .max(80),
  stars: z.number().int().min(1).max(5),
  /** A number the browser made up when its reader rated for the first time; it says nothing else about them. */
  reader: z.uuid(),
});
export type RatingRequest = z.infer<typeof ratingRequest>;

/** What all readers of an article think. */
export const rating = z.object({ stars: z.number(), votes: z.number() });
export type Rating = z.infer<typeof rating>;
