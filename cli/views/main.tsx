// The entry point of the views' bundle, which contains Ink
// and React and is loaded only by commands that show a view.
export { showApp } from './app/app.tsx'
export { showChat } from './chat/chat.tsx'
