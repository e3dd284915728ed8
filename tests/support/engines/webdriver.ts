/** Key of an element reference in classic WebDriver (https://w3c.github.io/webdriver/#elements). */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'

export interface ElementReference {
  [ELEMENT_KEY]: string
}

/** Session of classic WebDriver (https://w3c.github.io/webdriver/): one HTTP request for each command. */
export class WebDriver {
  private constructor(
    private readonly root: string,
    readonly capabilities: Record<string, unknown>,
  ) {}

  /** Starts a browser with the driver at `origin`. Rejects with the driver's error. */
  static async open(origin: string, alwaysMatch: Record<string, unknown>): Promise<WebDriver> {
    const session = await call<{ sessionId: string; capabilities: Record<string, unknown> }>(
      `${origin}/session`,
      'POST',
      {
        capabilities: { alwaysMatch },
      },
    )
    return new WebDriver(`${origin}/session/${session.sessionId}`, session.capabilities)
  }

  get<T>(path: string): Promise<T> {
    return call(`${this.root}/${path}`, 'GET')
  }

  post<T = null>(path: string, body: object = {}): Promise<T> {
    return call(`${this.root}/${path}`, 'POST', body)
  }

  async close(): Promise<void> {
    await call(this.root, 'DELETE')
  }
}

/** Timeout of one driver command, in milliseconds. */
const COMMAND_TIMEOUT_MS = 30_000

async function call<T>(url: string, method: string, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS)
  const response = await fetch(url, { method, signal, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message} (${method} ${new URL(url).pathname})`)
  return value
}
