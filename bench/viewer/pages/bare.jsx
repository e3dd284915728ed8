import { Canvas, useFrame, useLoader, useThree } from '@react-three/fiber'
import { createElement, Suspense, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { EquirectangularReflectionMapping } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { RGBELoader } from 'three/examples/jsm/loaders/RGBELoader.js'

const host = document.getElementById('host')
let root = null

/** A model, turned by dragging, and nothing else. */
function Model({ src, onShown }) {
  const { scene } = useLoader(GLTFLoader, src)
  const panorama = useLoader(RGBELoader, '/panoramas/city.hdr')
  const state = useThree()
  const shown = useRef(null)
  useEffect(() => {
    panorama.mapping = EquirectangularReflectionMapping
    state.scene.environment = panorama
    state.invalidate()
  }, [panorama, state])
  useEffect(() => {
    const turn = ({ movementX, buttons }) => {
      if (buttons === 0) return
      scene.rotation.y += movementX * 0.005
      state.invalidate()
    }
    host.addEventListener('pointermove', turn)
    return () => host.removeEventListener('pointermove', turn)
  }, [scene, state])
  useFrame(() => {
    if (shown.current === scene) return
    shown.current = scene
    queueMicrotask(onShown)
  })
  return createElement('primitive', { object: scene, position: [0, -0.9, 0] })
}

const show = (src) =>
  new Promise((shown) => {
    root ??= createRoot(host)
    root.render(
      createElement(
        Canvas,
        { frameloop: 'demand', dpr: 1, camera: { fov: 50, position: [0, 0, 2.6] } },
        createElement(Suspense, { fallback: null }, createElement(Model, { src, onShown: shown })),
      ),
    )
  })
const away = () => {
  root?.unmount()
  root = null
}
window.page = { show, away }
show('/models/ines.glb')
