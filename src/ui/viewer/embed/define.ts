import { AvatarViewerElement } from './element.ts'

export { AvatarViewerElement } from './element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'avatar-viewer': AvatarViewerElement
  }
}

const elements = globalThis.customElements
if (elements && !elements.get('avatar-viewer')) elements.define('avatar-viewer', AvatarViewerElement)
