import { ADMIN_EMAIL, PASSWORD, type RunningServer } from '../tests/journeys/support.ts'

export async function fetchAdminToken({ url }: Pick<RunningServer, 'url'>): Promise<string> {
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD }),
  })
  return ((await response.json()) as { token: string }).token
}
