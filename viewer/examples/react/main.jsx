import { AvatarViewer } from '@atelier/viewer'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const viewer = useRef(null)
  const [triangles, setTriangles] = useState(0)
  return (
    <>
      <div style={{ blockSize: 480 }}>
        <AvatarViewer
          ref={viewer}
          source="/model.glb"
          label="A model"
          fit
          shadows
          lighting="three-point"
          onLoaded={(model) => setTriangles(model.triangles)}
        />
      </div>
      <p role="status">{triangles > 0 && `${triangles} triangles`}</p>
      <button type="button" onClick={() => viewer.current?.turnTo(Math.PI)}>
        From behind
      </button>
    </>
  )
}

createRoot(document.getElementById('app')).render(<App />)
