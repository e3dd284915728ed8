/** What the page holds, as the engine's protocol names it. */
export type Handle = string

/** What a script is handed and hands back: JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** One browser with one page, driven by the protocol it speaks. Nothing here waits: `Person` does. */
export interface Engine {
  /** Name and version, as the browser says them. */
  readonly name: string
  /** Goes to an address and comes back when its document is loaded. */
  open(url: string): Promise<void>
  /** One step back in the page's history. */
  back(): Promise<void>
  /** What is shown with this role and accessible name, as the engine itself computes them, in the page's order. */
  find(role: string, name: string): Promise<Handle[]>
  /** Presses the middle of an element; rejects where it is covered by another or gone. */
  press(target: Handle): Promise<void>
  /** Drags from the middle of an element, by CSS pixels to the right. */
  drag(target: Handle, right: number): Promise<void>
  /** Presses keys, one after the other, on what has the focus. */
  type(keys: string): Promise<void>
  /** Chooses a file of this machine in the page's file input. */
  give(input: Handle, path: string): Promise<void>
  /** The first element that a selector finds; for what has no role, as a hidden file input. */
  select(selector: string): Promise<Handle | undefined>
  /** Runs a function, written without anything around it, in the page. A promise is awaited. */
  run<T extends Json>(body: (...given: never[]) => T | Promise<T>, ...given: Json[]): Promise<T>
  /** What is on the screen, or of one element, as PNG. */
  picture(of?: Handle): Promise<Buffer>
  /** What was thrown on the page, or refused by its policy, since it opened. */
  faults(): Promise<readonly string[]>
  close(): Promise<void>
}

/** WebDriver's sign for Enter. */
export const ENTER = '\uE007'

/** WebDriver's sign for Escape. */
export const ESCAPE = '\uE00C'
