/** An error in PayPal's format. */
export function refusal(status: number, name: string, issue?: string): Response {
  return Response.json({ name, debug_id: 'fake', ...(issue && { details: [{ issue }] }) }, { status });
}
