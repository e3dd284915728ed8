import type { ReactNode } from 'react'

/** What a view gives back: of an element, or of another view. */
interface Drawn {
  type: string | typeof Fragment | ((props: Props) => unknown)
  props: Props
}
type Props = Readonly<Record<string, unknown>>

const SVG = 'http://www.w3.org/2000/svg'

/** What views that are built for the first page alone are written in: it stands where others have React's. */
export const Fragment = Symbol('fragment')
export const jsx = (type: Drawn['type'], props: Props): Drawn => ({ type, props })
export { jsx as jsxs }
export const createElement = (type: Drawn['type'], props: Props | null, ...children: unknown[]): Drawn => ({
  type,
  props: { ...props, ...(children.length > 0 && { children }) },
})

/** What may be drawn once all else is on the screen. */
export interface Later {
  canWait: (type: unknown, props: Props) => boolean
  /** Draws a view each that has waited. */
  waiting: (() => void)[]
}

/** Draws views once, as elements that hear nothing: without hooks that wait, effects and handlers. */
export function elementsOf(view: ReactNode, later?: Later): DocumentFragment {
  const whole = document.createDocumentFragment()
  draw(view, whole, false, later)
  return whole
}

function draw(view: unknown, into: Node, isSvg: boolean, later?: Later): void {
  if (view === null || view === undefined || typeof view === 'boolean') return
  if (Array.isArray(view)) for (const one of view) draw(one, into, isSvg, later)
  else if (!isDrawn(view)) into.appendChild(document.createTextNode(String(view)))
  else if (typeof view.type === 'function') {
    if (later?.canWait(view.type, view.props)) later.waiting.push(waitingIn(into, view))
    else draw(view.type(view.props), into, isSvg, later)
  } else if (view.type === Fragment) draw(view.props['children'], into, isSvg, later)
  else into.appendChild(elementOf(String(view.type), view.props, isSvg, later))
}

/** Keeps the place of a view until it is drawn there. */
function waitingIn(into: Node, view: Drawn): () => void {
  const place = into.appendChild(document.createTextNode(''))
  return () => place.replaceWith(elementsOf(view as ReactNode))
}

const isDrawn = (view: unknown): view is Drawn => typeof view === 'object' && view !== null && 'type' in view

function elementOf(tag: string, props: Props, isWithin: boolean, later?: Later): Element {
  const isSvg = isWithin || tag === 'svg'
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(props)) set(element as HTMLElement, name, value)
  draw(props['children'], element, isSvg, later)
  return element
}

const NOT_SET = new Set(['children', 'key', 'ref', 'xmlns'])

/** Attributes that React has other names for. */
const NAMES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

function set(element: HTMLElement, name: string, value: unknown): void {
  if (NOT_SET.has(name) || value === undefined || value === null || typeof value === 'function') return
  const isSaid = /^(aria|data)-/.test(name)
  if (value === false && !isSaid) return
  // The page's policy lets styles in by their object alone.
  if (name === 'style') style(element.style, value as Props)
  else element.setAttribute(NAMES[name] ?? name, value === true && !isSaid ? '' : String(value))
}

function style(declared: CSSStyleDeclaration, given: Props): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    declared.setProperty(property, typeof value === 'number' && value !== 0 ? `${value}px` : String(value))
  }
}
