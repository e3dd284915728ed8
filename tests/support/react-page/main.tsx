import { AvatarViewer, type ModelInfo } from '@atelier/viewer'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Customer's page that embeds the viewer. */
function Host() {
  const [source, setSource] = useState<string | null>('/models/ines.glb')
  const [model, setModel] = useState<ModelInfo | null>(null)
  return (
    <div>
      <button type="button" onClick={() => setSource('/models/arch-brows.glb')}>
        Brows
      </button>
      <button type="button" onClick={() => setSource(null)}>
        Away
      </button>
      <output>{model && `${model.triangles.toLocaleString('en')} triangles`}</output>
      {source && <AvatarViewer source={source} label="Figure" fit onLoaded={setModel} />}
    </div>
  )
}

createRoot(document.getElementById('host')!).render(
  <StrictMode>
    <Host />
  </StrictMode>,
)
