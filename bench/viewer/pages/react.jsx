import { AvatarViewer } from '@atelier/viewer'
import '@atelier/viewer/style.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const host = document.getElementById('host')
let root = null
const show = (src) =>
  new Promise((shown) => {
    root ??= createRoot(host)
    root.render(
      createElement(AvatarViewer, {
        source: src,
        fit: true,
        style: { width: 640, height: 800 },
        onLoaded: () => shown(),
      }),
    )
  })
const away = () => {
  root?.unmount()
  root = null
}
window.page = { show, away }
show('/models/ines.glb')
