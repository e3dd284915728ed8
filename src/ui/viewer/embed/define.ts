import { AvatarViewerElement } from './element.ts'

export { AvatarViewerElement } from './element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'avatar-viewer': AvatarViewerElement
  }
}

if (!customElements.get('avatar-viewer')) customElements.define('avatar-viewer', AvatarViewerElement)
