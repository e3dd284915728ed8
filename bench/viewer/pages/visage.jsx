import { Exhibit } from '@readyplayerme/visage'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const host = document.getElementById('host')
let root = null
const show = (src) =>
  new Promise((resolve) => {
    root ??= createRoot(host)
    root.render(
      createElement(Exhibit, {
        modelSrc: src,
        environment: '/panoramas/city.hdr',
        fit: true,
        style: { width: 640, height: 800 },
        onLoaded: () => resolve(),
      }),
    )
  })
const unmount = () => {
  root?.unmount()
  root = null
}
window.page = { show, away: unmount }
show('/models/ines.glb')
