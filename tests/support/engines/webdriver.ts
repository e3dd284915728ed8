/** The key under which classic WebDriver names an element (https://w3c.github.io/webdriver/#elements). */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** An element, as classic WebDriver sends it. */
export interface Named {
  [ELEMENT]: string
}

/** A session of classic WebDriver (https://w3c.github.io/webdriver/): one HTTP call for each command. */
export class WebDriver {
  private constructor(
    private readonly root: string,
    readonly capabilities: Record<string, unknown>,
  ) {}

  /** Starts a browser by a driver that listens at `origin`; rejects with what the driver says against it. */
  static async open(origin: string, alwaysMatch: Record<string, unknown>): Promise<WebDriver> {
    const made = await call<{ sessionId: string; capabilities: Record<string, unknown> }>(`${origin}/session`, 'POST', {
      capabilities: { alwaysMatch },
    })
    return new WebDriver(`${origin}/session/${made.sessionId}`, made.capabilities)
  }

  /** Reads something. */
  get<T>(path: string): Promise<T> {
    return call(`${this.root}/${path}`, 'GET')
  }

  /** Has something done. */
  post<T = null>(path: string, body: object = {}): Promise<T> {
    return call(`${this.root}/${path}`, 'POST', body)
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await call(this.root, 'DELETE')
  }
}

/** How long the driver may take for one command, in milliseconds. */
const PATIENCE_MS = 30_000

async function call<T>(url: string, method: string, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const response = await fetch(url, { method, signal, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message} (${method} ${new URL(url).pathname})`)
  return value
}
