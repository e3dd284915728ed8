import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, Input, Script } from 'webdriver-bidi-protocol'
import { BidiConnection } from './bidi.ts'
import type { BrowserEngine, ElementHandle, Json } from './engine.ts'
import { HelperProcess } from './process.ts'
import type { VirtualScreen } from './screen.ts'

/** Preferences that stop background network requests, set the language to English, and enable WebGL without a GPU. */
const PREFERENCES: Record<string, boolean | number | string> = {
  'app.update.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB, en',
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'security.sandbox.content.level': 0,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'signon.rememberSignons': false,
  'toolkit.telemetry.server': '',
  'ui.prefersReducedMotion': 1,
  'webgl.force-enabled': true,
}

/** Firefox, which supports WebDriver BiDi natively. */
export class Firefox implements BrowserEngine {
  name = 'Firefox'
  #bidi!: BidiConnection
  #context = ''
  readonly #errors: string[] = []

  private constructor(
    private readonly helper: HelperProcess,
    private readonly profile: string,
  ) {}

  /** Starts Firefox with its own profile. WebGL needs a screen, which may be virtual. */
  static async open(binary: string, screen: VirtualScreen): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'atelier-firefox-'))
    const lines = Object.entries(PREFERENCES).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`)
    writeFileSync(join(profile, 'user.js'), lines.join('\n'))
    const { helper, output } = await HelperProcess.start(
      binary,
      ['--no-remote', '--remote-debugging-port=0', '--width=1440', '--height=900', '--profile', profile],
      {
        env: { ...screen.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
        readyPattern: /WebDriver BiDi listening on (ws:\S+)/,
      },
    )
    const firefox = new Firefox(helper, profile)
    try {
      await firefox.#connect(`${output}/session`)
      return firefox
    } catch (error) {
      await firefox.close()
      throw error
    }
  }

  async #connect(url: string): Promise<void> {
    this.#bidi = await BidiConnection.open(url, (event) => this.#recordError(event))
    const { capabilities } = await this.#bidi.send('session.new', { capabilities: {} })
    this.name = `Firefox ${capabilities.browserVersion}`
    await this.#bidi.send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await this.#bidi.send('browsingContext.getTree', {})
    this.#context = contexts[0]!.context
    const viewport = { width: 1440, height: 900 }
    await this.#bidi.send('browsingContext.setViewport', { context: this.#context, viewport })
  }

  #recordError(event: Event): void {
    if (event.method === 'log.entryAdded' && event.params.level === 'error') this.#errors.push(event.params.text ?? '')
  }

  async open(url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async back(): Promise<void> {
    await this.#bidi.send('browsingContext.traverseHistory', { context: this.#context, delta: -1 })
  }

  async find(role: string, name: string): Promise<ElementHandle[]> {
    const isField = role === 'textbox'
    const { nodes } = await this.#bidi.send('browsingContext.locateNodes', {
      context: this.#context,
      // Matches fields by name alone, because ARIA has no role for password fields.
      locator: { type: 'accessibility', value: isField ? { name } : { role, name } },
    })
    const fieldNodes = isField ? nodes.filter(({ value }) => /^(input|textarea)$/.test(value?.localName ?? '')) : nodes
    return fieldNodes.flatMap(({ sharedId }) => sharedId ?? [])
  }

  async querySelector(selector: string): Promise<ElementHandle | undefined> {
    const { nodes } = await this.#bidi.send('browsingContext.locateNodes', {
      context: this.#context,
      locator: { type: 'css', value: selector },
      maxNodeCount: 1,
    })
    return nodes[0]?.sharedId
  }

  async press(target: ElementHandle): Promise<void> {
    const response = await this.#bidi.send('script.callFunction', {
      functionDeclaration: IS_REACHABLE_SCRIPT,
      arguments: [{ sharedId: target }],
      target: { context: this.#context },
      awaitPromise: false,
    })
    const isReached = response.type === 'success' && response.result.type === 'boolean' && response.result.value
    if (!isReached) throw new Error('Another element covers the target')
    await this.#point([
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId: target } } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  async drag(target: ElementHandle, right: number): Promise<void> {
    await this.#point([
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId: target } } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerMove', x: right, y: 0, duration: 100, origin: 'pointer' },
      { type: 'pointerUp', button: 0 },
    ])
  }

  async #point(actions: Input.PointerSourceAction[]): Promise<void> {
    const parameters = { pointerType: 'mouse' as const }
    await this.#bidi.send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    })
  }

  async type(keys: string): Promise<void> {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ])
    await this.#bidi.send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keys', actions }],
    })
  }

  async setInputFile(input: ElementHandle, path: string): Promise<void> {
    await this.#bidi.send('input.setFiles', { context: this.#context, element: { sharedId: input }, files: [path] })
  }

  async evaluate<T extends Json>(body: (...args: never[]) => T | Promise<T>, ...args: Json[]): Promise<T> {
    const response = await this.#bidi.send('script.callFunction', {
      // Passes arguments and results as JSON, so that BiDi and classic WebDriver carry the same values.
      functionDeclaration: `async (args) => JSON.stringify((await (${body})(...JSON.parse(args))) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context: this.#context },
      awaitPromise: true,
    })
    if (response.type === 'exception') throw new Error(response.exceptionDetails.text)
    return JSON.parse((response.result as Script.StringValue).value) as T
  }

  async screenshot(target?: ElementHandle): Promise<Buffer> {
    const clip = target ? { clip: { type: 'element' as const, element: { sharedId: target } } } : {}
    const { data } = await this.#bidi.send('browsingContext.captureScreenshot', { context: this.#context, ...clip })
    return Buffer.from(data, 'base64')
  }

  async pageErrors(): Promise<readonly string[]> {
    return this.#errors
  }

  async close(): Promise<void> {
    this.#bidi?.close()
    await this.helper.stop()
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Scrolls an element into view and returns whether a pointer would reach it. Classic WebDriver does this automatically. */
const IS_REACHABLE_SCRIPT = `(element) => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}`
