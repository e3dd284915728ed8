import type { ReactNode } from 'react'

/** A JSX element: a DOM element, fragment or component with its props. */
interface ViewNode {
  type: string | typeof Fragment | ((props: Props) => unknown)
  props: Props
}
type Props = Readonly<Record<string, unknown>>

const SVG = 'http://www.w3.org/2000/svg'

/** JSX runtime for the components of the prerendered page, in place of React's. */
export const Fragment = Symbol('fragment')
export const jsx = (type: ViewNode['type'], props: Props): ViewNode => ({ type, props })
export { jsx as jsxs }
export const createElement = (type: ViewNode['type'], props: Props | null, ...children: unknown[]): ViewNode => ({
  type,
  props: { ...props, ...(children.length > 0 && { children }) },
})

/** Components to render after everything else is painted. */
export interface DeferredViews {
  canDefer: (type: unknown, props: Props) => boolean
  /** Callbacks that each render one deferred component. */
  deferred: (() => void)[]
}

/** Renders components once, to elements without event handlers. Effects and state updates are not supported. */
export function renderToFragment(view: ReactNode, deferredViews?: DeferredViews): DocumentFragment {
  const fragment = document.createDocumentFragment()
  renderInto(view, fragment, false, deferredViews)
  return fragment
}

function renderInto(view: unknown, parent: Node, isSvg: boolean, deferredViews?: DeferredViews): void {
  if (view === null || view === undefined || typeof view === 'boolean') return
  if (Array.isArray(view)) for (const child of view) renderInto(child, parent, isSvg, deferredViews)
  else if (!isViewNode(view)) parent.appendChild(document.createTextNode(String(view)))
  else if (typeof view.type === 'function') {
    if (deferredViews?.canDefer(view.type, view.props)) deferredViews.deferred.push(deferView(parent, view))
    else renderInto(view.type(view.props), parent, isSvg, deferredViews)
  } else if (view.type === Fragment) renderInto(view.props['children'], parent, isSvg, deferredViews)
  else parent.appendChild(createDomElement(String(view.type), view.props, isSvg, deferredViews))
}

/** Inserts a placeholder for a component. Returns a function that replaces the placeholder by the rendered component. */
function deferView(parent: Node, view: ViewNode): () => void {
  const placeholder = parent.appendChild(document.createTextNode(''))
  return () => placeholder.replaceWith(renderToFragment(view as ReactNode))
}

const isViewNode = (view: unknown): view is ViewNode => typeof view === 'object' && view !== null && 'type' in view

function createDomElement(tag: string, props: Props, isInsideSvg: boolean, deferredViews?: DeferredViews): Element {
  const isSvg = isInsideSvg || tag === 'svg'
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(props)) setAttribute(element as HTMLElement, name, value)
  renderInto(props['children'], element, isSvg, deferredViews)
  return element
}

const SKIPPED_PROPS = new Set(['children', 'key', 'ref', 'xmlns'])

/** Attributes with another name in React. */
const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

function setAttribute(element: HTMLElement, name: string, value: unknown): void {
  if (SKIPPED_PROPS.has(name) || value === undefined || value === null || typeof value === 'function') return
  const isAriaOrData = /^(aria|data)-/.test(name)
  if (value === false && !isAriaOrData) return
  // The page's content security policy allows styles only through the style object.
  if (name === 'style') applyStyle(element.style, value as Props)
  else element.setAttribute(ATTRIBUTE_NAMES[name] ?? name, value === true && !isAriaOrData ? '' : String(value))
}

function applyStyle(style: CSSStyleDeclaration, values: Props): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    style.setProperty(property, typeof value === 'number' && value !== 0 ? `${value}px` : String(value))
  }
}
