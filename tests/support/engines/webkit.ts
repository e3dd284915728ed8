import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import type { Engine, Handle, Json } from './engine.ts'
import { Helper } from './process.ts'
import type { Screen } from './screen.ts'
import { ELEMENT, type Named, WebDriver } from './webdriver.ts'

/** What may have a role, so that the engine is asked about these alone. */
const CANDIDATES: Record<string, string> = {
  button: 'button, summary, [role=button]',
  columnheader: 'th, [role=columnheader]',
  heading: 'h1, h2, h3, [role=heading]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: 'option, [role=option]',
  row: 'tr, [role=row]',
  searchbox: 'input',
  slider: 'input, [role=slider]',
  textbox: 'input, textarea',
}

/** WebKit in its smallest browser, driven by `WebKitWebDriver`, which speaks classic WebDriver. */
export class WebKit implements Engine {
  name = 'WebKit'
  #driver!: WebDriver
  readonly #faults: string[] = []

  private constructor(
    private readonly helper: Helper,
    private readonly home: string,
  ) {}

  /** Starts it on a screen, with a home of its own. */
  static async open({ driver, browser }: { driver: string; browser: string }, screen: Screen): Promise<WebKit> {
    const home = mkdtempSync(join(tmpdir(), 'atelier-webkit-'))
    mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true })
    // The page is told so as `prefers-reduced-motion`.
    writeFileSync(join(home, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    const port = await freePort()
    const helper = Helper.spawn(driver, [`--port=${port}`], {
      env: {
        ...screen.env,
        HOME: home,
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_RUNTIME_DIR: home,
        LANG: 'en_GB.UTF-8',
        LANGUAGE: 'en_GB',
      },
    })
    const webkit = new WebKit(helper, home)
    try {
      await webkit.#connect(`http://127.0.0.1:${port}`, browser)
      return webkit
    } catch (error) {
      await webkit.close()
      throw error
    }
  }

  async #connect(origin: string, binary: string): Promise<void> {
    // It says nothing when it listens.
    while (
      !(await fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (this.helper.isGone) throw new Error('WebKitWebDriver ended')
      await pause(20)
    }
    this.#driver = await WebDriver.open(origin, { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } })
    this.name = `WebKitGTK ${this.#driver.capabilities['browserVersion']}`
    const bar = await this.run(() => outerHeight - innerHeight)
    await this.#driver.post('window/rect', { x: 0, y: 0, width: 1440, height: 900 + bar })
  }

  async open(url: string): Promise<void> {
    await this.faults()
    await this.#driver.post('url', { url })
    await this.#driver.post('execute/sync', { script: LISTEN, args: [] })
  }

  async back(): Promise<void> {
    await this.#driver.post('back')
  }

  async find(role: string, name: string): Promise<Handle[]> {
    const found = await this.#driver.post<Named[]>('execute/sync', { script: SHOWN, args: [CANDIDATES[role]] })
    const isIt = await Promise.all(
      found.map(async ({ [ELEMENT]: element }) => {
        try {
          const label = await this.#driver.get<string>(`element/${element}/computedlabel`)
          return label === name && (await this.#driver.get(`element/${element}/computedrole`)) === role
        } catch (error) {
          // The page drew anew meanwhile: what is gone is not what is looked for.
          if (/stale element/.test(String(error))) return false
          throw error
        }
      }),
    )
    return found.filter((_, at) => isIt[at]).map(({ [ELEMENT]: element }) => element)
  }

  async select(selector: string): Promise<Handle | undefined> {
    const [found] = await this.#driver.post<Named[]>('elements', { using: 'css selector', value: selector })
    return found?.[ELEMENT]
  }

  async press(target: Handle): Promise<void> {
    const args = [{ [ELEMENT]: target }]
    // It brings into the window what lies outside of it, but not what lies outside of a list that scrolls.
    await this.#driver.post('execute/sync', { script: "arguments[0].scrollIntoView({ block: 'nearest' })", args })
    await this.#driver.post(`element/${target}/click`)
  }

  async drag(target: Handle, right: number): Promise<void> {
    const origin = { [ELEMENT]: target }
    await this.#act({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerMove', x: right, y: 0, duration: 100, origin: 'pointer' },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  async type(keys: string): Promise<void> {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#act({ type: 'key', id: 'keys', actions })
  }

  async #act(source: object): Promise<void> {
    await this.#driver.post('actions', { actions: [source] })
  }

  async give(input: Handle, path: string): Promise<void> {
    await this.#driver.post(`element/${input}/value`, { text: path })
  }

  async run<T extends Json>(body: (...given: never[]) => T | Promise<T>, ...given: Json[]): Promise<T> {
    const script = `const done = arguments[1]
      Promise.resolve((${body})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = await this.#driver.post<{ value?: T; error?: string }>('execute/async', {
      script,
      args: [given],
    })
    if (error !== undefined) throw new Error(error)
    return (value ?? null) as T
  }

  async picture(of?: Handle): Promise<Buffer> {
    return Buffer.from(await this.#driver.get<string>(of ? `element/${of}/screenshot` : 'screenshot'), 'base64')
  }

  async faults(): Promise<readonly string[]> {
    // A page's own are gone with it.
    this.#faults.push(...(await this.#driver.post<string[]>('execute/sync', { script: TAKE, args: [] })))
    return this.#faults
  }

  async close(): Promise<void> {
    await this.helper.stop()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Finds what a selector names and a person sees. */
const SHOWN = `return [...document.querySelectorAll(arguments[0])].filter(
  (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)`

/** Classic WebDriver tells nothing of a page's faults: the page is asked to keep them. */
const LISTEN = `window.faultsOfPage = []
for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
  addEventListener(kind, (event) => faultsOfPage.push(String(event.message ?? event.reason ?? event.blockedURI)))`

const TAKE = 'return window.faultsOfPage?.splice(0) ?? []'
