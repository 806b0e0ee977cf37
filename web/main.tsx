import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('board')!).render(
  <StrictMode>
    <h1>Tidegate</h1>
  </StrictMode>,
);
