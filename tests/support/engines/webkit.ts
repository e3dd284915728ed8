import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../free-port.ts'
import type { BrowserEngine, ElementHandle, Json } from './engine.ts'
import { HelperProcess } from './process.ts'
import type { VirtualScreen } from './screen.ts'
import { ELEMENT_KEY, type ElementReference, WebDriver } from './webdriver.ts'

/** Selectors of the elements that can have each role. The engine computes the roles of matching elements only. */
const ROLE_SELECTORS: Record<string, string> = {
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

/** WebKit in MiniBrowser, driven by `WebKitWebDriver` (classic WebDriver). */
export class WebKit implements BrowserEngine {
  name = 'WebKit'
  #driver!: WebDriver
  readonly #errors: string[] = []

  private constructor(
    private readonly helper: HelperProcess,
    private readonly homeFolder: string,
  ) {}

  /** Starts WebKit on a screen, with its own home folder. */
  static async open({ driver, browser }: { driver: string; browser: string }, screen: VirtualScreen): Promise<WebKit> {
    const homeFolder = mkdtempSync(join(tmpdir(), 'atelier-webkit-'))
    mkdirSync(join(homeFolder, '.config/gtk-3.0'), { recursive: true })
    // WebKit exposes this setting as `prefers-reduced-motion`.
    writeFileSync(join(homeFolder, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    const port = await findFreePort()
    const helper = HelperProcess.spawn(driver, [`--port=${port}`], {
      env: {
        ...screen.env,
        HOME: homeFolder,
        XDG_CONFIG_HOME: join(homeFolder, '.config'),
        XDG_RUNTIME_DIR: homeFolder,
        LANG: 'en_GB.UTF-8',
        LANGUAGE: 'en_GB',
      },
    })
    const webkit = new WebKit(helper, homeFolder)
    try {
      await webkit.#connect(`http://127.0.0.1:${port}`, browser)
      return webkit
    } catch (error) {
      await webkit.close()
      throw error
    }
  }

  async #connect(origin: string, binary: string): Promise<void> {
    // Polls the driver's status, because the driver prints nothing when it starts to listen.
    while (
      !(await fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (this.helper.hasExited) throw new Error('WebKitWebDriver has exited')
      await pause(20)
    }
    this.#driver = await WebDriver.open(origin, { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } })
    this.name = `WebKitGTK ${this.#driver.capabilities['browserVersion']}`
    const bar = await this.evaluate(() => outerHeight - innerHeight)
    await this.#driver.post('window/rect', { x: 0, y: 0, width: 1440, height: 900 + bar })
  }

  async open(url: string): Promise<void> {
    await this.pageErrors()
    await this.#driver.post('url', { url })
    await this.#driver.post('execute/sync', { script: COLLECT_ERRORS_SCRIPT, args: [] })
  }

  async back(): Promise<void> {
    await this.#driver.post('back')
  }

  async find(role: string, name: string): Promise<ElementHandle[]> {
    const found = await this.#driver.post<ElementReference[]>('execute/sync', {
      script: FIND_VISIBLE_SCRIPT,
      args: [ROLE_SELECTORS[role]],
    })
    const isMatch = await Promise.all(
      found.map(async ({ [ELEMENT_KEY]: element }) => {
        try {
          const label = await this.#driver.get<string>(`element/${element}/computedlabel`)
          return label === name && (await this.#driver.get(`element/${element}/computedrole`)) === role
        } catch (error) {
          // The page has removed the element in the meantime.
          if (/stale element/.test(String(error))) return false
          throw error
        }
      }),
    )
    return found.filter((_, at) => isMatch[at]).map(({ [ELEMENT_KEY]: element }) => element)
  }

  async querySelector(selector: string): Promise<ElementHandle | undefined> {
    const [found] = await this.#driver.post<ElementReference[]>('elements', { using: 'css selector', value: selector })
    return found?.[ELEMENT_KEY]
  }

  async press(target: ElementHandle): Promise<void> {
    const args = [{ [ELEMENT_KEY]: target }]
    // The driver scrolls the window to the element, but not a scrollable list around it.
    await this.#driver.post('execute/sync', { script: "arguments[0].scrollIntoView({ block: 'nearest' })", args })
    await this.#driver.post(`element/${target}/click`)
  }

  async drag(target: ElementHandle, right: number): Promise<void> {
    const origin = { [ELEMENT_KEY]: target }
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

  async setInputFile(input: ElementHandle, path: string): Promise<void> {
    await this.#driver.post(`element/${input}/value`, { text: path })
  }

  async evaluate<T extends Json>(body: (...args: never[]) => T | Promise<T>, ...args: Json[]): Promise<T> {
    const script = `const done = arguments[1]
      Promise.resolve((${body})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = await this.#driver.post<{ value?: T; error?: string }>('execute/async', {
      script,
      args: [args],
    })
    if (error !== undefined) throw new Error(error)
    return (value ?? null) as T
  }

  async screenshot(target?: ElementHandle): Promise<Buffer> {
    return Buffer.from(await this.#driver.get<string>(target ? `element/${target}/screenshot` : 'screenshot'), 'base64')
  }

  async pageErrors(): Promise<readonly string[]> {
    // Moves the errors out of the page, because a navigation discards the page's list.
    this.#errors.push(...(await this.#driver.post<string[]>('execute/sync', { script: TAKE_ERRORS_SCRIPT, args: [] })))
    return this.#errors
  }

  async close(): Promise<void> {
    await this.helper.stop()
    rmSync(this.homeFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the elements that match a selector and are visible. */
const FIND_VISIBLE_SCRIPT = `return [...document.querySelectorAll(arguments[0])].filter(
  (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)`

/** Collects errors in the page, because classic WebDriver does not report them. */
const COLLECT_ERRORS_SCRIPT = `window.pageErrors = []
for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
  addEventListener(kind, (event) => pageErrors.push(String(event.message ?? event.reason ?? event.blockedURI)))`

const TAKE_ERRORS_SCRIPT = 'return window.pageErrors?.splice(0) ?? []'
