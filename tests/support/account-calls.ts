import { PASSWORD, type RawAnswer, type TestServer } from './server.ts'

export const NEW_PASSWORD = 'another-quiet-harbour-8'
export const EMAIL = 'ada@house.example'

/** The calls about accounts as a browser makes them, by one person. */
export function accountCalls(server: () => TestServer) {
  const post = (path: string, body: object, token?: string) =>
    server().call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
  const patch = (path: string, body: object, token?: string) =>
    server().call(`PATCH /v1/${path}`, { body, ...(token ? { token } : {}) })
  const signUp = async (email = EMAIL): Promise<RawAnswer['body']> =>
    (await post('auth/signup', { email, password: PASSWORD })).body

  let requestId: string | undefined
  /** Asks for a mail, and keeps the id of the request, as a browser does. */
  async function ask(path: string, body: object = { email: EMAIL }, token?: string) {
    // Mails are sent side by side: once none is on its way, the newest is the one asked for here.
    await server().mails(EMAIL)
    const answer = await post(path, body, token)
    requestId = answer.body.requestId
    return answer
  }
  const requestCode = (email = EMAIL) => ask('auth/request-login-code', { email })
  const loginByCode = (code: string, email = EMAIL, id = requestId) =>
    post('auth/login', { email, code, requestId: id })
  const login = (password: string, email = EMAIL) => post('auth/login', { email, password })
  const refresh = (refreshToken: string) => post('auth/refresh', { refreshToken })
  const audited = async () =>
    (await server().deps.db.selectFrom('audit').select(['action', 'user_id']).orderBy('id').execute()).map(
      ({ action, user_id }) => [action, user_id],
    )
  return { post, patch, signUp, ask, asked: () => requestId, requestCode, loginByCode, login, refresh, audited }
}

export const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status
export const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
