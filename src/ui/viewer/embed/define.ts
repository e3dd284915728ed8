import { AvatarViewerElement } from './element.ts'
import type { AttributeName } from './options.ts'

export { AvatarViewerElement, type AvatarViewerEventMap } from './element.ts'

/** Attributes of `<avatar-viewer>` in JSX, in addition to the attributes that every element has. */
export type AvatarViewerAttributes = Partial<Record<AttributeName, string | number | boolean | undefined>>

declare global {
  interface HTMLElementTagNameMap {
    'avatar-viewer': AvatarViewerElement
  }
}

const registry = globalThis.customElements
if (registry && !registry.get('avatar-viewer')) registry.define('avatar-viewer', AvatarViewerElement)
