/** Reference to an element of the page, in the format of the engine's protocol. */
export type ElementHandle = string

/** Arguments and results of page scripts: JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** One browser with one page, driven by its own protocol. The methods do not wait for elements. `UserDriver` does. */
export interface BrowserEngine {
  /** Name and version, as the browser reports them. */
  readonly name: string
  /** Navigates to a URL. Resolves when the document is loaded. */
  open(url: string): Promise<void>
  back(): Promise<void>
  /** Returns the visible elements with this role and accessible name in document order, as computed by the engine. */
  find(role: string, name: string): Promise<ElementHandle[]>
  /** Clicks the centre of an element. Rejects if the element is covered or removed. */
  press(target: ElementHandle): Promise<void>
  /** Drags from the centre of an element to the right, in CSS pixels. */
  drag(target: ElementHandle, right: number): Promise<void>
  type(keys: string): Promise<void>
  /** Selects a local file in a file input of the page. */
  setInputFile(input: ElementHandle, path: string): Promise<void>
  /** Returns the first element that matches a selector. For elements without a role, such as a hidden file input. */
  querySelector(selector: string): Promise<ElementHandle | undefined>
  /** Runs a self-contained function in the page and awaits its promise. */
  evaluate<T extends Json>(body: (...args: never[]) => T | Promise<T>, ...args: Json[]): Promise<T>
  /** Takes a PNG screenshot of the viewport, or of one element. */
  screenshot(target?: ElementHandle): Promise<Buffer>
  /** Returns the errors thrown in the page and the violations of its content security policy since the page opened. */
  pageErrors(): Promise<readonly string[]>
  close(): Promise<void>
}

/** WebDriver's key code for Enter. */
export const ENTER_KEY = '\uE007'

/** WebDriver's key code for Escape. */
export const ESCAPE_KEY = '\uE00C'
