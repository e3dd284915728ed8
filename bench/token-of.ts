import { ADMIN, PASSWORD, type RunningServer } from '../tests/journeys/support.ts'

/** The token of the demo's admin at a server. */
export async function tokenOf({ url }: Pick<RunningServer, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN, password: PASSWORD }),
  })
  return ((await answer.json()) as { token: string }).token
}
