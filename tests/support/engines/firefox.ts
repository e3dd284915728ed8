import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, Input, Script } from 'webdriver-bidi-protocol'
import { Bidi } from './bidi.ts'
import type { Engine, Handle, Json } from './engine.ts'
import { Helper } from './process.ts'
import type { Screen } from './screen.ts'

/** A browser that asks nobody on the network for anything, speaks English, and draws WebGL without a graphics card. */
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

/** Firefox, which speaks WebDriver BiDi itself. */
export class Firefox implements Engine {
  name = 'Firefox'
  #bidi!: Bidi
  #context = ''
  readonly #faults: string[] = []

  private constructor(
    private readonly helper: Helper,
    private readonly profile: string,
  ) {}

  /** Starts it on a screen, for it draws no WebGL without one, with a profile of its own. */
  static async open(binary: string, screen: Screen): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'atelier-firefox-'))
    const lines = Object.entries(PREFERENCES).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`)
    writeFileSync(join(profile, 'user.js'), lines.join('\n'))
    const { helper, said } = await Helper.start(
      binary,
      ['--no-remote', '--remote-debugging-port=0', '--width=1440', '--height=900', '--profile', profile],
      {
        env: { ...screen.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
        sign: /WebDriver BiDi listening on (ws:\S+)/,
      },
    )
    const firefox = new Firefox(helper, profile)
    try {
      await firefox.#connect(`${said}/session`)
      return firefox
    } catch (error) {
      await firefox.close()
      throw error
    }
  }

  async #connect(url: string): Promise<void> {
    this.#bidi = await Bidi.open(url, (event) => this.#hear(event))
    const { capabilities } = await this.#bidi.ask('session.new', { capabilities: {} })
    this.name = `Firefox ${capabilities.browserVersion}`
    await this.#bidi.ask('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await this.#bidi.ask('browsingContext.getTree', {})
    this.#context = contexts[0]!.context
    const viewport = { width: 1440, height: 900 }
    await this.#bidi.ask('browsingContext.setViewport', { context: this.#context, viewport })
  }

  #hear(event: Event): void {
    if (event.method === 'log.entryAdded' && event.params.level === 'error') this.#faults.push(event.params.text ?? '')
  }

  async open(url: string): Promise<void> {
    await this.#bidi.ask('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async back(): Promise<void> {
    await this.#bidi.ask('browsingContext.traverseHistory', { context: this.#context, delta: -1 })
  }

  async find(role: string, name: string): Promise<Handle[]> {
    const isField = role === 'textbox'
    const { nodes } = await this.#bidi.ask('browsingContext.locateNodes', {
      context: this.#context,
      // ARIA has no role for a field of passwords: fields are found by their names alone.
      locator: { type: 'accessibility', value: isField ? { name } : { role, name } },
    })
    const found = isField ? nodes.filter(({ value }) => /^(input|textarea)$/.test(value?.localName ?? '')) : nodes
    return found.flatMap(({ sharedId }) => sharedId ?? [])
  }

  async select(selector: string): Promise<Handle | undefined> {
    const { nodes } = await this.#bidi.ask('browsingContext.locateNodes', {
      context: this.#context,
      locator: { type: 'css', value: selector },
      maxNodeCount: 1,
    })
    return nodes[0]?.sharedId
  }

  async press(target: Handle): Promise<void> {
    const answer = await this.#bidi.ask('script.callFunction', {
      functionDeclaration: REACHED,
      arguments: [{ sharedId: target }],
      target: { context: this.#context },
      awaitPromise: false,
    })
    const isReached = answer.type === 'success' && answer.result.type === 'boolean' && answer.result.value
    if (!isReached) throw new Error('Something covers it')
    await this.#point([
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId: target } } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  async drag(target: Handle, right: number): Promise<void> {
    await this.#point([
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId: target } } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerMove', x: right, y: 0, duration: 100, origin: 'pointer' },
      { type: 'pointerUp', button: 0 },
    ])
  }

  async #point(actions: Input.PointerSourceAction[]): Promise<void> {
    const parameters = { pointerType: 'mouse' as const }
    await this.#bidi.ask('input.performActions', {
      context: this.#context,
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    })
  }

  async type(keys: string): Promise<void> {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ])
    await this.#bidi.ask('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keys', actions }],
    })
  }

  async give(input: Handle, path: string): Promise<void> {
    await this.#bidi.ask('input.setFiles', { context: this.#context, element: { sharedId: input }, files: [path] })
  }

  async run<T extends Json>(body: (...given: never[]) => T | Promise<T>, ...given: Json[]): Promise<T> {
    const answer = await this.#bidi.ask('script.callFunction', {
      // What goes in and out is JSON on both sides, so that both protocols carry the same.
      functionDeclaration: `async (given) => JSON.stringify((await (${body})(...JSON.parse(given))) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(given) }],
      target: { context: this.#context },
      awaitPromise: true,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return JSON.parse((answer.result as Script.StringValue).value) as T
  }

  async picture(of?: Handle): Promise<Buffer> {
    const clip = of ? { clip: { type: 'element' as const, element: { sharedId: of } } } : {}
    const { data } = await this.#bidi.ask('browsingContext.captureScreenshot', { context: this.#context, ...clip })
    return Buffer.from(data, 'base64')
  }

  async faults(): Promise<readonly string[]> {
    return this.#faults
  }

  async close(): Promise<void> {
    this.#bidi?.close()
    await this.helper.stop()
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Brings an element into sight and says whether a pointer would reach it, which classic WebDriver does by itself. */
const REACHED = `(element) => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}`
