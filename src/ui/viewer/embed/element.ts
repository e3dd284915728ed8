import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Gaze } from '../../../machines/viewer/gaze.ts'
import type { Progress } from '../../../machines/viewer/model-source.ts'
import { AvatarViewer } from '../AvatarViewer.tsx'
import type { Speech } from '../extras/speech-analyser.ts'
import type { AvatarViewerHandle } from '../props.ts'
import type { Studio } from '../studio.ts'
import { ViewerError } from '../viewer-error.ts'
import type { ModelInfo, ViewerInfo } from '../viewer-info.ts'
import type { CameraMove, CameraView, CaptureOptions, ViewerSettings } from '../viewer-settings.ts'
import type { ViewerWords } from '../viewer-words.ts'
import {
  checkOptions,
  defaultValueOf,
  OPTION_PROPS,
  readOptions,
  TEXT_OPTIONS,
  type ViewerOptions,
  writeOptions,
} from './options.ts'
import { adoptStyle } from './style.ts'

/** Base class of the element. On a server, which has no `HTMLElement`, an empty class takes its place. */
const ElementBase = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** Default style of the element; any rule of the page overrides it. */
const HOST_STYLE = ':host { display: block; block-size: 480px } :host([hidden]) { display: none }'

const rejectNotRendered = () => Promise.reject<never>(new ViewerError('webgl', 'The viewer is not rendered yet'))

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

/** Properties without an attribute, and options that were set as properties. */
type DataProperties = Partial<Pick<ViewerSettings, 'budget' | 'words'>> & Partial<ViewerOptions>

/**
 * `<avatar-viewer>`: the viewer as a custom element for any page. Attributes and properties set the same options. Setting a
 * property also sets the option's attribute if the value has a text form.
 *
 * Dispatches `loading`, `progress`, `loaded`, `spawn-finished`, `clip-time`, `camera`, `hotspot` and `error` as `CustomEvent`s
 * that do not bubble. The `detail` of an event is the argument of the React callback of the same name.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the accessors of all options are defined below the class
export class AvatarViewerElement extends ElementBase {
  static readonly observedAttributes = TEXT_OPTIONS.map(({ name }) => name)

  #root: Root | undefined
  #handle: AvatarViewerHandle | null = null
  #dataProperties: DataProperties = {}
  #isRenderScheduled = false
  #isReflecting = false
  #warnedErrors = new Set<string>()
  readonly #setHandle = (handle: AvatarViewerHandle | null) => {
    this.#handle = handle
  }

  constructor() {
    super()
    adoptStyle(this.attachShadow({ mode: 'open' }), HOST_STYLE)
  }

  connectedCallback(): void {
    for (const name of [...OPTION_PROPS, 'words', 'budget']) this.#upgrade(name)
    this.#render()
  }

  disconnectedCallback(): void {
    // An element that is only moved is reconnected in the same task; its content stays mounted.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(name: string): void {
    const prop = TEXT_OPTIONS.find((option) => option.name === name)?.prop
    if (prop && !this.#isReflecting) delete this.#dataProperties[prop]
    this.#scheduleRender()
  }

  /** Returns an option's value: the property, or else the attribute, or else the default. */
  option<Name extends keyof ViewerOptions>(name: Name): ViewerOptions[Name] | undefined {
    const options: Partial<ViewerOptions> = { ...this.#readAttributes(), ...this.#dataProperties }
    return Object.hasOwn(options, name) ? options[name] : (defaultValueOf(name) as ViewerOptions[Name] | undefined)
  }

  /** Sets an option; `undefined` resets it to the default. Throws a `TypeError` for an invalid value. */
  setOption<Name extends keyof ViewerOptions>(name: Name, value: ViewerOptions[Name] | undefined): void {
    const [error] = checkOptions({ [name]: value }).errors
    if (error) throw new TypeError(`avatar-viewer: ${error}`)
    this.#isReflecting = true
    const texts = new Map(writeOptions({ [name]: value }))
    for (const option of TEXT_OPTIONS.filter(({ prop }) => prop === name)) {
      const text = texts.get(option.name)
      if (text === undefined) this.removeAttribute(option.name)
      else this.setAttribute(option.name, text)
    }
    this.#isReflecting = false
    if (value === undefined) delete this.#dataProperties[name]
    else this.#dataProperties = { ...this.#dataProperties, [name]: value }
    this.#scheduleRender()
  }

  /** Texts that the viewer shows, in the language of the page. */
  get words(): Partial<ViewerWords> | undefined {
    return this.#dataProperties.words
  }
  set words(words: Partial<ViewerWords> | undefined) {
    this.#setDataProperty('words', words)
  }

  get budget(): ViewerSettings['budget'] {
    return this.#dataProperties.budget
  }
  set budget(budget: ViewerSettings['budget']) {
    this.#setDataProperty('budget', budget)
  }

  /** Captures an image. Rejects with a `ViewerError` while no viewer is rendered. */
  capture(options?: CaptureOptions): Promise<Blob> {
    return this.#handle?.capture(options) ?? rejectNotRendered()
  }

  /** Turns the model to a yaw in radians; 0 faces forward. */
  turnTo(yaw: number): void {
    this.#handle?.turnTo(yaw)
  }

  faceForward(): void {
    this.#handle?.faceForward()
  }

  zoomTo(factor: number): void {
    this.#handle?.zoomTo(factor)
  }

  /** Makes the model look at a point, overriding `gaze`. Null looks straight ahead; undefined returns control to `gaze`. */
  lookAt(gaze?: Gaze | null): void {
    this.#handle?.lookAt(gaze)
  }

  /** Moves the model's mouth with the sound of a stream or media element. Null returns control to `visemes`. */
  speak(speech: Speech | null): void {
    this.#handle?.speak(speech)
  }

  /** Moves the camera: eased, or immediately under reduced motion. */
  moveTo(move: CameraMove): void {
    this.#handle?.moveTo(move)
  }

  jumpTo(move: CameraMove): void {
    this.#handle?.jumpTo(move)
  }

  /** Loads the tools to inspect and export the model. Rejects while no viewer is rendered. */
  studio(): Promise<Studio> {
    return this.#handle?.studio() ?? rejectNotRendered()
  }

  retry(): void {
    this.#handle?.retry()
  }

  /** Returns the state and statistics of the viewer, or null before the first render. */
  info(): ViewerInfo | null {
    return this.#handle?.info() ?? null
  }

  #setDataProperty<Name extends 'words' | 'budget'>(name: Name, value: DataProperties[Name]): void {
    if (value === undefined) delete this.#dataProperties[name]
    else this.#dataProperties = { ...this.#dataProperties, [name]: value }
    this.#scheduleRender()
  }

  /** Re-applies a property that was set before the element was defined. Such a property would hide the accessor of the class. */
  #upgrade(name: string): void {
    if (!Object.hasOwn(this, name)) return
    const value = Reflect.get(this, name)
    Reflect.deleteProperty(this, name)
    Reflect.set(this, name, value)
  }

  #readAttributes(): Partial<ViewerOptions> {
    const { options, errors } = readOptions((name) => this.getAttribute(name))
    for (const error of errors) {
      if (!this.#warnedErrors.has(error)) console.warn(`avatar-viewer: ${error}`)
      this.#warnedErrors.add(error)
    }
    return options
  }

  #scheduleRender(): void {
    if (this.#isRenderScheduled || !this.#root) return
    this.#isRenderScheduled = true
    queueMicrotask(() => {
      this.#isRenderScheduled = false
      if (this.isConnected) this.#render()
    })
  }

  #render(): void {
    this.#root ??= createRoot(this.shadowRoot!)
    const dispatcher = (type: string) => (detail?: unknown) =>
      void this.dispatchEvent(new CustomEvent(type, { detail }))
    this.#root.render(
      createElement(AvatarViewer, {
        source: null,
        ...this.#readAttributes(),
        ...this.#dataProperties,
        ref: this.#setHandle,
        onLoading: dispatcher('loading'),
        onProgress: dispatcher('progress'),
        onLoaded: dispatcher('loaded'),
        onSpawnFinished: dispatcher('spawn-finished'),
        onClipTime: dispatcher('clip-time'),
        onCamera: dispatcher('camera'),
        onHotspot: dispatcher('hotspot'),
        onError: dispatcher('error'),
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
