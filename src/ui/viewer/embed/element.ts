import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Gaze } from '../../../machines/rules/gaze.ts'
import type { Progress } from '../../../machines/rules/model-source.ts'
import { AvatarViewer } from '../AvatarViewer.tsx'
import type { Speech } from '../extras/ear.ts'
import type { AvatarViewerHandle } from '../props.ts'
import type { Studio } from '../studio.ts'
import { ViewerError } from '../viewer-error.ts'
import type { ModelInfo, ViewerInfo } from '../viewer-info.ts'
import type { CameraMove, CameraView, CaptureOptions, ViewerSettings } from '../viewer-settings.ts'
import type { ViewerWords } from '../words.ts'
import {
  checkOptions,
  OPTION_PROPS,
  readOptions,
  TEXT_OPTIONS,
  usualOf,
  type ViewerOptions,
  writeOptions,
} from './options.ts'
import { adoptStyle } from './style.ts'

/** What elements are made from; where a page is only rendered, on a server, there are none, and nothing to make. */
const ElementBase = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** How the element stands in a page that says nothing about it; any rule of the page wins. */
const HOST_STYLE = ':host { display: block; block-size: 480px } :host([hidden]) { display: none }'

const nothing = () => Promise.reject<never>(new ViewerError('webgl', 'Nothing is drawn yet'))

/** What the element dispatches, by type. */
export interface AvatarViewerEventMap {
  loading: CustomEvent<undefined>
  progress: CustomEvent<Progress>
  loaded: CustomEvent<ModelInfo>
  'spawn-finished': CustomEvent<undefined>
  'clip-time': CustomEvent<number>
  camera: CustomEvent<CameraView>
  hotspot: CustomEvent<string>
  error: CustomEvent<ViewerError>
}

/** Properties that no attribute can hold, beside those options that only data can say. */
type Held = Partial<Pick<ViewerSettings, 'budget' | 'words'>> & Partial<ViewerOptions>

/**
 * `<avatar-viewer>`: the viewer as an element for any page. Attributes and properties say the same things; a property that
 * can be written down sets its attribute. Dispatches `loading`, `progress`, `loaded`, `spawn-finished`, `clip-time`,
 * `camera`, `hotspot` and `error` as `CustomEvent`s that do not bubble, with what the React callback of the same name is told as `detail`.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: its accessors are made from the table of options, below
export class AvatarViewerElement extends ElementBase {
  static readonly observedAttributes = TEXT_OPTIONS.map(({ name }) => name)

  #root: Root | undefined
  #handle: AvatarViewerHandle | null = null
  #held: Held = {}
  #isDue = false
  #isReflecting = false
  #warned = new Set<string>()
  readonly #hold = (handle: AvatarViewerHandle | null) => {
    this.#handle = handle
  }

  constructor() {
    super()
    adoptStyle(this.attachShadow({ mode: 'open' }), HOST_STYLE)
  }

  connectedCallback(): void {
    for (const name of [...OPTION_PROPS, 'words', 'budget']) this.#upgrade(name)
    this.#draw()
  }

  disconnectedCallback(): void {
    // An element that is only moved is connected again before this task ends, and keeps what it shows.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(name: string): void {
    const prop = TEXT_OPTIONS.find((option) => option.name === name)?.prop
    if (prop && !this.#isReflecting) delete this.#held[prop]
    this.#drawSoon()
  }

  /** What an option is set to, by its property or else its attributes; what is usual when nothing is said. */
  option<Name extends keyof ViewerOptions>(name: Name): ViewerOptions[Name] | undefined {
    const told: Partial<ViewerOptions> = { ...this.#read(), ...this.#held }
    return Object.hasOwn(told, name) ? told[name] : (usualOf(name) as ViewerOptions[Name] | undefined)
  }

  /** Sets an option; `undefined` is as if it were never said. Throws a `TypeError` for a value that makes no sense. */
  setOption<Name extends keyof ViewerOptions>(name: Name, value: ViewerOptions[Name] | undefined): void {
    const [fault] = checkOptions({ [name]: value }).faults
    if (fault) throw new TypeError(`avatar-viewer: ${fault}`)
    this.#isReflecting = true
    const texts = new Map(writeOptions({ [name]: value }))
    for (const option of TEXT_OPTIONS.filter(({ prop }) => prop === name)) {
      const text = texts.get(option.name)
      if (text === undefined) this.removeAttribute(option.name)
      else this.setAttribute(option.name, text)
    }
    this.#isReflecting = false
    if (value === undefined) delete this.#held[name]
    else this.#held = { ...this.#held, [name]: value }
    this.#drawSoon()
  }

  /** The viewer's sentences, in the page's language. */
  get words(): Partial<ViewerWords> | undefined {
    return this.#held.words
  }
  set words(words: Partial<ViewerWords> | undefined) {
    this.#holdOne('words', words)
  }

  /** The most a model may ask for. */
  get budget(): ViewerSettings['budget'] {
    return this.#held.budget
  }
  set budget(budget: ViewerSettings['budget']) {
    this.#holdOne('budget', budget)
  }

  /** Takes a picture. Rejects with a `ViewerError` while nothing is drawn. */
  capture(options?: CaptureOptions): Promise<Blob> {
    return this.#handle?.capture(options) ?? nothing()
  }

  /** Turns to a yaw in radians; 0 faces forward. */
  turnTo(yaw: number): void {
    this.#handle?.turnTo(yaw)
  }

  faceForward(): void {
    this.#handle?.faceForward()
  }

  /** Comes so many times nearer than framed. */
  zoomTo(factor: number): void {
    this.#handle?.zoomTo(factor)
  }

  /** Has the model look there, whatever `gaze` says; null: straight on; undefined: as `gaze` says again. */
  lookAt(gaze?: Gaze | null): void {
    this.#handle?.lookAt(gaze)
  }

  /** Has the model's mouth follow what is heard in a stream or an element of the page; null: `visemes` again. */
  speak(speech: Speech | null): void {
    this.#handle?.speak(speech)
  }

  /** Sends the camera somewhere: eased, or at once under reduced motion. */
  moveTo(move: CameraMove): void {
    this.#handle?.moveTo(move)
  }

  /** Sends the camera somewhere at once. */
  jumpTo(move: CameraMove): void {
    this.#handle?.jumpTo(move)
  }

  /** What can be done with the model for who examines it; its code comes then. Rejects while nothing is drawn. */
  studio(): Promise<Studio> {
    return this.#handle?.studio() ?? nothing()
  }

  /** Tries a source that failed once more. */
  retry(): void {
    this.#handle?.retry()
  }

  /** What is on the stage; null before the first drawing. */
  info(): ViewerInfo | null {
    return this.#handle?.info() ?? null
  }

  #holdOne<Name extends 'words' | 'budget'>(name: Name, value: Held[Name]): void {
    if (value === undefined) delete this.#held[name]
    else this.#held = { ...this.#held, [name]: value }
    this.#drawSoon()
  }

  /** A property set before the element was defined hides its accessor: takes it off and sets it again. */
  #upgrade(name: string): void {
    if (!Object.hasOwn(this, name)) return
    const value = Reflect.get(this, name)
    Reflect.deleteProperty(this, name)
    Reflect.set(this, name, value)
  }

  #read(): Partial<ViewerOptions> {
    const { options, faults } = readOptions((name) => this.getAttribute(name))
    for (const fault of faults) {
      if (!this.#warned.has(fault)) console.warn(`avatar-viewer: ${fault}`)
      this.#warned.add(fault)
    }
    return options
  }

  #drawSoon(): void {
    if (this.#isDue || !this.#root) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.isConnected) this.#draw()
    })
  }

  #draw(): void {
    this.#root ??= createRoot(this.shadowRoot!)
    const tell = (type: string) => (detail?: unknown) => void this.dispatchEvent(new CustomEvent(type, { detail }))
    this.#root.render(
      createElement(AvatarViewer, {
        source: null,
        ...this.#read(),
        ...this.#held,
        ref: this.#hold,
        onLoading: tell('loading'),
        onProgress: tell('progress'),
        onLoaded: tell('loaded'),
        onSpawnFinished: tell('spawn-finished'),
        onClipTime: tell('clip-time'),
        onCamera: tell('camera'),
        onHotspot: tell('hotspot'),
        onError: tell('error'),
      }),
    )
  }
}

for (const name of OPTION_PROPS) {
  Object.defineProperty(AvatarViewerElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: AvatarViewerElement) {
      return this.option(name)
    },
    set(this: AvatarViewerElement, value: ViewerOptions[typeof name]) {
      this.setOption(name, value)
    },
  })
}

export interface AvatarViewerElement extends Partial<ViewerOptions> {
  addEventListener<Type extends keyof ElementEventMap>(
    type: Type,
    listener: (this: AvatarViewerElement, event: ElementEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(type: string, listener: Listener | null, options?: boolean | AddEventListenerOptions): void
  removeEventListener<Type extends keyof ElementEventMap>(
    type: Type,
    listener: (this: AvatarViewerElement, event: ElementEventMap[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(type: string, listener: Listener | null, options?: boolean | EventListenerOptions): void
}

type ElementEventMap = Omit<HTMLElementEventMap, keyof AvatarViewerEventMap> & AvatarViewerEventMap
type Listener = EventListenerOrEventListenerObject
