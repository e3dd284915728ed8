import { AvatarViewerElement } from './element.ts'
import type { AttributeName } from './options.ts'

export { AvatarViewerElement, type AvatarViewerEventMap } from './element.ts'

/** The element's attributes as React writes them, beside those of every element. */
export type AvatarViewerAttributes = Partial<Record<AttributeName, string | number | boolean | undefined>>

declare global {
  interface HTMLElementTagNameMap {
    'avatar-viewer': AvatarViewerElement
  }
}

const elements = globalThis.customElements
if (elements && !elements.get('avatar-viewer')) elements.define('avatar-viewer', AvatarViewerElement)
