import { Canvas, useFrame, useLoader, useThree } from '@react-three/fiber'
import { createElement, Suspense, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { EquirectangularReflectionMapping } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { RGBELoader } from 'three/examples/jsm/loaders/RGBELoader.js'

const host = document.getElementById('host')
let root = null

/** Model that turns by dragging, without any other feature. */
function Model({ src, onShown }) {
  const { scene } = useLoader(GLTFLoader, src)
  const panorama = useLoader(RGBELoader, '/panoramas/city.hdr')
  const state = useThree()
  const shownScene = useRef(null)
  useEffect(() => {
    panorama.mapping = EquirectangularReflectionMapping
    state.scene.environment = panorama
    state.invalidate()
  }, [panorama, state])
  useEffect(() => {
    const onPointerMove = ({ movementX, buttons }) => {
      if (buttons === 0) return
      scene.rotation.y += movementX * 0.005
      state.invalidate()
    }
    host.addEventListener('pointermove', onPointerMove)
    return () => host.removeEventListener('pointermove', onPointerMove)
  }, [scene, state])
  useFrame(() => {
    if (shownScene.current === scene) return
    shownScene.current = scene
    queueMicrotask(onShown)
  })
  return createElement('primitive', { object: scene, position: [0, -0.9, 0] })
}

const show = (src) =>
  new Promise((resolve) => {
    root ??= createRoot(host)
    root.render(
      createElement(
        Canvas,
        { frameloop: 'demand', dpr: 1, camera: { fov: 50, position: [0, 0, 2.6] } },
        createElement(Suspense, { fallback: null }, createElement(Model, { src, onShown: resolve })),
      ),
    )
  })
const unmount = () => {
  root?.unmount()
  root = null
}
window.page = { show, away: unmount }
show('/models/ines.glb')
