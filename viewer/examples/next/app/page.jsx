import { Model } from './model'

export default function Page() {
  return (
    <main>
      <h1>A model</h1>
      <Model source="/model.glb" />
    </main>
  )
}
