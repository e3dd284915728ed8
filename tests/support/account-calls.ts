import { PASSWORD, type RawResponse, type TestServer } from './server.ts'

export const NEW_PASSWORD = 'another-quiet-harbour-8'
export const EMAIL = 'ada@house.example'

/** Returns functions that call the account endpoints as one browser does. */
export function createAccountCalls(server: () => TestServer) {
  const post = (path: string, body: object, token?: string) =>
    server().call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
  const patch = (path: string, body: object, token?: string) =>
    server().call(`PATCH /v1/${path}`, { body, ...(token ? { token } : {}) })
  /** Signs up without verifying the e-mail. */
  const signUpUnverified = async (email = EMAIL): Promise<RawResponse['body']> =>
    (await post('auth/signup', { email, password: PASSWORD })).body
  /** Signs up and verifies the e-mail directly in the database. Returns the session with a new token. */
  const signUp = async (email = EMAIL): Promise<RawResponse['body']> => {
    const { refreshToken, _id } = await signUpUnverified(email)
    await server().sentMails(email)
    const { db, now } = server().deps
    await db.updateTable('users').set({ verified_at: now() }).where('id', '=', _id).execute()
    return (await refresh(refreshToken)).body
  }

  let requestId: string | undefined
  /** Requests a mail and stores the id of the request, as a browser does. */
  async function call(path: string, body: object = { email: EMAIL }, token?: string) {
    // Mails are sent concurrently. After this wait no mail is in flight, so the newest mail belongs to this request.
    await server().sentMails(EMAIL)
    const response = await post(path, body, token)
    requestId = response.body.requestId
    return response
  }
  const requestCode = (email = EMAIL) => call('auth/request-login-code', { email })
  const loginByCode = (code: string, email = EMAIL, id = requestId) =>
    post('auth/login', { email, code, requestId: id })
  const login = (password: string, email = EMAIL) => post('auth/login', { email, password })
  const refresh = (refreshToken: string) => post('auth/refresh', { refreshToken })
  const listAuditRows = async () =>
    (await server().deps.db.selectFrom('audit').select(['action', 'user_id']).orderBy('id').execute()).map(
      ({ action, user_id }) => [action, user_id],
    )
  return {
    post,
    patch,
    signUp,
    signUpUnverified,
    sendRequest: call,
    getRequestId: () => requestId,
    requestCode,
    loginByCode,
    login,
    refresh,
    listAuditRows,
  }
}

export const getErrorCodeOrStatus = ({ status, body }: RawResponse) => body.error?.code ?? status
export const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000')
